import { LinkButton } from './button.tsx';

export function NotFound() {
  return (
    <div className="bb-page bb-section text-center">
      <p className="bb-lead">404</p>
      <h1>There is no page here</h1>
      <p className="bb-lead mt-4">The address may be mistyped, or the page has moved.</p>
      <p className="mt-6">
        <LinkButton to="/">Go to the start page</LinkButton>
      </p>
    </div>
  );
}
