import { Icon, type IconName } from '#web/ui/icon.tsx';

export function Fact({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li className="flex items-start gap-3">
      <Icon name={icon} size={1.375} className="mt-0.5 shrink-0 text-red-ink" />
      {children}
    </li>
  );
}
