import type { BrowserContext, Page } from '@playwright/test';

/** The content policy of an answer, by directive. */
export function readPolicy(headers: Record<string, string>): Record<string, string[]> {
  const directives = (headers['content-security-policy'] ?? '')
    .split(';')
    .map((part) => part.trim().split(' '));
  return Object.fromEntries(directives.map(([name, ...values]) => [name, values]));
}

/** Writes down whatever the content policy of any page in this context forbids from now on. */
export async function noteViolations(context: BrowserContext): Promise<string[]> {
  const violations: string[] = [];
  await context.exposeFunction('noteViolation', (violation: string) => void violations.push(violation));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const { noteViolation } = window as unknown as { noteViolation(violation: string): void };
      noteViolation(`${effectiveDirective} ${blockedURI}`);
    });
  });
  return violations;
}

/** Requests that the browser itself refused to send or to give to the page. */
export function blockedRequests(context: BrowserContext): string[] {
  const blocked: string[] = [];
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (/BLOCKED|csp/i.test(reason)) blocked.push(`${reason} ${request.url()}`);
  });
  return blocked;
}

/** Puts this into the page as somebody who found a hole would; what it may do is the policy's. */
export const inject = (page: Page, html: string): Promise<void> =>
  page.evaluate((given) => {
    document.body.append(document.createRange().createContextualFragment(given));
  }, html);
