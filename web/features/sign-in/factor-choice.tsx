import { t } from '@lingui/core/macro';
import { factorName } from '#web/session/factor-name.ts';
import type { Factor } from '#web/session/second-factors.ts';

type Props = { factors: Factor[]; chosen: Factor | undefined; onChoose: (factor: Factor) => void };

/** Which of several second factors the code comes from. */
export function FactorChoice({ factors, chosen, onChoose }: Props) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{t`Where does your code come from?`}</legend>
      {factors.map((factor) => (
        <label key={factor.id} className="flex min-h-10 items-center gap-3">
          <input
            type="radio"
            name="factor"
            className="size-5 accent-red"
            checked={factor.id === chosen?.id}
            onChange={() => onChoose(factor)}
          />
          {factorName(factor)}
        </label>
      ))}
    </fieldset>
  );
}
