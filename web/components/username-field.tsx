/** Tells password managers the account of the form. They ignore `type=hidden`, so it is a text field that nobody sees. */
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
