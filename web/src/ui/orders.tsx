/** A standing order on reactions: when the table asks me, and when it passes for me. */

import { useSignal } from "@preact/signals";

import { api } from "../api/http";
import { heading } from "../boards/game";
import type { SeatView, TableStore } from "../state/table";
import { Sheet } from "./sheet";

export const ORDERS: readonly (readonly [string, string])[] = [
  ["never", "always ask me"],
  ["10", "only where a shot has more than 10 %"],
  ["25", "only where a shot has more than 25 %"],
  ["50", "only where a shot has more than 50 %"],
  ["always", "never ask me, pass"],
];

/** The order in words, whatever number it names. */
export const orderWords = (order: string): string =>
  ORDERS.find(([name]) => name === order)?.[1] ?? `only where a shot has more than ${order} %`;

export function OrdersSheet({ store, now, close }: { store: TableStore; now: SeatView; close: () => void }) {
  const error = useSignal("");
  const give = async (order: string): Promise<void> => {
    try {
      await api.setStandingOrder(store.code, now.view.seat, order);
      close();
    } catch (problem) {
      error.value = (problem as Error).message;
    }
  };
  const choices = ORDERS.some(([name]) => name === now.standingOrder)
    ? ORDERS
    : [...ORDERS, [now.standingOrder, orderWords(now.standingOrder)] as const];
  return (
    <Sheet title="Standing order" class="menu" close={close}>
      <h2>When somebody moves in your sight</h2>
      <p>The table asks whether you react. Only you see this order; it holds until you change it.</p>
      <ul>
        {choices.map(([name, words]) => (
          <li key={name}>
            <button
              class={`btn ${name === now.standingOrder ? "go" : ""}`}
              aria-pressed={name === now.standingOrder}
              onClick={() => void give(name)}
            >
              {heading(words)}
            </button>
          </li>
        ))}
      </ul>
      {error.value && (
        <p class="short" role="alert">
          {error.value}
        </p>
      )}
    </Sheet>
  );
}
