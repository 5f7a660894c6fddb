import { useEffect, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';

/** A small look at a chosen photo; decoration beside its name and title. */
export function Preview({ picture }: { picture: Blob | undefined }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return (
    <span
      className="col-start-1 row-start-1 grid aspect-square place-items-center rounded-small bg-center bg-cover bg-no-repeat bg-soft text-ink-soft md:row-end-4"
      style={address ? { backgroundImage: `url(${address})` } : undefined}
    >
      {!address && <Icon name="photo" />}
    </span>
  );
}
