import { Navigate, type NavigateProps } from 'react-router';

/** Goes to another page. As high as the window, so that the footer stays out of view until that page has loaded. */
export const Redirect = (props: NavigateProps) => (
  <div className="bb-full-height">
    <Navigate {...props} />
  </div>
);
