/**
 * Names the account of the form to password managers. They ignore `type=hidden`, so it is an invisible text
 * field.
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
