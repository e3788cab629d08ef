// The part of htm and preact that the page uses, typed: a template, hooks, render.
export interface VNode {
  readonly type: unknown;
  readonly props: Readonly<Record<string, unknown>>;
}
export function html(parts: TemplateStringsArray, ...holes: Hole[]): VNode;
export function render(tree: VNode, into: Element | null): void;
export function useState<T>(first: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useEffect(effect: () => unknown, watched?: readonly unknown[]): void;
export function useMemo<T>(made: () => T, watched: readonly unknown[]): T;
export function useRef<T>(): { current: T };
