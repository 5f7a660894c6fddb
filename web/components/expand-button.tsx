import { downIcon, Icon } from './icon.tsx';

/** Renders a button that shows and hides the element with the id `controls`. */
export function ExpandButton({
  text,
  controls,
  open,
  onChange,
  className = '',
}: {
  text: string;
  controls: string;
  open: boolean;
  onChange: (open: boolean) => void;
  className?: string;
}) {
  return (
    <button
      type="button"
      className={`bb-button bb-button-outlined ${className}`}
      aria-expanded={open}
      aria-controls={controls}
      onClick={() => onChange(!open)}
    >
      {text}
      <Icon path={downIcon} size={1.125} className={open ? 'bb-upside-down' : ''} />
    </button>
  );
}
