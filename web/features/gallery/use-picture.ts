import { type SyntheticEvent, useState } from 'react';

/** How one picture fares: `image` goes to the `<img>`, with `attempt` as its key. */
export function usePicture() {
  const [attempt, setAttempt] = useState(0);
  const [broken, setBroken] = useState(false);
  return {
    broken,
    attempt,
    image: {
      onError: () => setBroken(true),
      // A picture that one can see through is not to be seen over its own blurred likeness.
      onLoad: ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
        currentTarget.style.backgroundImage = 'none';
      },
    },
    tryAgain: () => {
      setAttempt(attempt + 1);
      setBroken(false);
    },
  };
}
