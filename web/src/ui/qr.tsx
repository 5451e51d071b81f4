/** A QR code, dark on light in every theme; its library is loaded when one is shown. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const QUIET = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const cells = useSignal<boolean[][]>([]);
  useEffect(() => {
    let left = false;
    void import("qrcode-generator").then(({ default: qrcode }) => {
      const code = qrcode(0, "M");
      code.addData(text);
      code.make();
      const size = code.getModuleCount();
      const rows = Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => code.isDark(y, x)));
      if (!left) cells.value = rows;
    });
    return () => {
      left = true;
    };
  }, [text]);
  const size = cells.value.length + 2 * QUIET;
  const path = cells.value
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")))
    .join("");
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#1e2430" />
    </svg>
  );
}
