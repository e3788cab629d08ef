// The part of idb-keyval that the page uses, typed: one value by one key.
export function get<T>(key: string): Promise<T | undefined>;
export function set(key: string, value: unknown): Promise<void>;
