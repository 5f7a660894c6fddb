/**
 * Names the account of the form to password managers. This is an invisible text field, because they ignore
 * `type=hidden`.
 */
export const UsernameField = ({ value }: { value: string }) => (
  <input
    type="text"
    name="username"
    value={value}
    autoComplete="username"
    readOnly
    tabIndex={-1}
    aria-hidden="true"
    className="sr-only"
  />
);
