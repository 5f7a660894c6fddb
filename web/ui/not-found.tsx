import { LinkButton } from './button.tsx';
import { Drawing } from './drawing.tsx';

export function NotFound() {
  return (
    <div className="bb-page bb-section text-center">
      <Drawing first name="lost" width={480} height={360} className="mx-auto mb-6 w-full max-w-[30rem]" />
      <p className="bb-lead">404</p>
      <h1>There is no page here</h1>
      <p className="bb-lead mt-4">The address may be mistyped, or the page has moved.</p>
      <p className="mt-6">
        <LinkButton to="/">Go to the start page</LinkButton>
      </p>
    </div>
  );
}
