/** Returns milliseconds since 1970. Passed as an argument wherever time matters, so that tests can control it. */
export type Clock = () => number;

export const systemClock: Clock = Date.now;
export const seconds = (n: number): number => n * 1000;
export const minutes = (n: number): number => n * 60_000;
export const hours = (n: number): number => n * 3_600_000;
export const days = (n: number): number => n * 86_400_000;
