import type { BrowserContext, Page } from '@playwright/test';

/** Parses the Content-Security-Policy header into its directives. */
export function readPolicy(headers: Record<string, string>): Record<string, string[]> {
  const directives = (headers['content-security-policy'] ?? '')
    .split(';')
    .map((part) => part.trim().split(' '));
  return Object.fromEntries(directives.map(([name, ...values]) => [name, values]));
}

/** Records every Content-Security-Policy violation on the pages of this context from now on. */
export async function recordViolations(context: BrowserContext): Promise<string[]> {
  const violations: string[] = [];
  await context.exposeFunction('recordViolation', (violation: string) => void violations.push(violation));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const { recordViolation } = window as unknown as { recordViolation(violation: string): void };
      recordViolation(`${effectiveDirective} ${blockedURI}`);
    });
  });
  return violations;
}

/** Records the requests that the browser blocks. */
export function blockedRequests(context: BrowserContext): string[] {
  const blocked: string[] = [];
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (/BLOCKED|csp/i.test(reason)) blocked.push(`${reason} ${request.url()}`);
  });
  return blocked;
}

/** Injects HTML into the page, as an attacker who found an XSS vulnerability would. */
export const injectHtml = (page: Page, html: string): Promise<void> =>
  page.evaluate((fragment) => {
    document.body.append(document.createRange().createContextualFragment(fragment));
  }, html);
