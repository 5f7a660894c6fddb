import type { CheckInStore } from '../device/check-in-store.ts';
import type { StoringActions } from '../use-check-in.ts';
import { type CheckedPass, getVerdict, type Verdict } from './check-pass.ts';
import { type Kind, verdictKind } from './verdicts.ts';

/** How long a pass that this device cannot check waits for the server. */
const ONLINE_CHECK_TIMEOUT_MS = 3000;

/** Verdicts that a newer list may change. */
const uncertain: readonly Verdict[] = ['unlisted', 'unchecked', 'not-listed'];

type Deps = {
  checkIn: Pick<CheckInStore, 'sync' | 'whenSettled' | 'getState' | 'dismiss'>;
  setStatus: StoringActions['setStatus'];
  /** @param isCurrent whether the list was received just now */
  check: (text: string, isCurrent: boolean) => Promise<CheckedPass>;
  isOnline: () => boolean;
  /** `undefined`: nothing is being checked. */
  show: (checked: CheckedPass | 'checking' | undefined) => void;
  signal: (kind: Kind) => void;
};

/**
 * Checks passes, and records the arrival of donors whose pass is valid. Only the latest pass has an effect,
 * because staff see no other.
 */
export function createScanner({ checkIn, setStatus, check, isOnline, show, signal }: Deps) {
  let latest = 0;
  const begin = () => {
    latest += 1;
    const turn = latest;
    return () => turn === latest;
  };
  const display = (result: CheckedPass) => {
    show(result);
    signal(verdictKind(result.verdict));
  };

  async function checkOnline(text: string): Promise<CheckedPass> {
    const reached = checkIn.sync().then(() => !checkIn.getState().error);
    return check(text, await Promise.race([reached, pause(ONLINE_CHECK_TIMEOUT_MS)]));
  }

  /** Records the arrival. The server may have newer data than this device's list. */
  async function record(result: CheckedPass, isLatest: () => boolean): Promise<void> {
    const { appointmentId } = result;
    if (!appointmentId) return;
    const operationId = await setStatus({ appointmentId, status: 'arrived', isScan: true });
    const response = await checkIn.whenSettled(operationId);
    if (!isLatest()) return;
    const rejection = checkIn
      .getState()
      .rejected.find(({ operation }) => operation.operationId === operationId);
    if (rejection) {
      display({ ...result, verdict: 'missing' });
      return checkIn.dismiss(rejection);
    }
    if (response?.kind !== 'status' || !response.statusBefore) return;
    const verdict = getVerdict({ status: response.statusBefore });
    if (verdict !== 'valid') display({ ...result, verdict });
  }

  return {
    async scan(text: string): Promise<void> {
      const isLatest = begin();
      let result = await check(text, false);
      // The booking may be newer than the list.
      if (uncertain.includes(result.verdict) && isOnline() && isLatest()) {
        show('checking');
        result = await checkOnline(text);
      }
      if (!isLatest()) return;
      display(result);
      if (verdictKind(result.verdict) === 'good') await record(result, isLatest);
    },
    /** Shows that no donor on the list matches the typed text. */
    showNoMatch(): void {
      begin();
      display({ verdict: 'no-match' });
    },
    /** Checks in a donor whose pass is genuine but not on the list. */
    async checkIn(result: CheckedPass): Promise<void> {
      const isLatest = begin();
      const valid: CheckedPass = { ...result, verdict: 'unlisted' };
      show(valid);
      await record(valid, isLatest);
    },
    /** Ends the current check. Also called when the page is left. */
    clear(): void {
      begin();
      show(undefined);
    },
  };
}

const pause = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false));
