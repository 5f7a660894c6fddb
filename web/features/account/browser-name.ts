import { t } from '@lingui/core/macro';
import type { OwnSession } from '#web/session/identity.ts';

/** `Chrome on Linux`, as the provider tells it in English; undefined where it does not know. */
export function browserName({ browser }: OwnSession): string | undefined {
  const [program, system] = browser?.split(' on ') ?? [];
  return program && system ? t`${program} on ${system}` : browser;
}
