type Kind = 'good' | 'warning' | 'bad';

/** Tones in Hz, and vibrations in ms with pauses between them. */
const signals: Record<Kind, { tones: readonly number[]; vibration: number[] }> = {
  good: { tones: [880], vibration: [80] },
  warning: { tones: [520, 520], vibration: [80, 80, 80] },
  bad: { tones: [220], vibration: [400] },
};

const TONE_S = 0.14;

let audio: AudioContext | undefined;

/**
 * Plays and vibrates a verdict, so that staff need not look at the screen. Does nothing if the device cannot.
 */
export function playSignal(kind: Kind): void {
  const { tones, vibration } = signals[kind];
  // Browsers block vibration until the page was touched, and report that as an error.
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(vibration);
  if (!globalThis.AudioContext) return;
  audio ??= new AudioContext();
  const { currentTime, destination } = audio;
  for (const [index, frequency] of tones.entries()) {
    const oscillator = audio.createOscillator();
    oscillator.frequency.value = frequency;
    oscillator.connect(destination);
    oscillator.start(currentTime + index * TONE_S * 1.5);
    oscillator.stop(currentTime + index * TONE_S * 1.5 + TONE_S * (kind === 'bad' ? 3 : 1));
  }
}
