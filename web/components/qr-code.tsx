import encodeQR from 'qr';

/**
 * Draws a QR code in black on white, even in dark mode, so that cameras can read it. The page also shows
 * `value` as text.
 */
export default function QrCode({ value, label }: { value: string; label: string }) {
  const modules = encodeQR(value, 'raw', { ecc: 'medium', border: 4 });
  const size = modules.length;
  const squares = modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="w-56 max-w-full rounded-small"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
