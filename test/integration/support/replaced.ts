import assert from 'node:assert/strict';

/** Replaces a part of VS Code for the length of a test: what it is called with cannot be read otherwise. */
export function replaced<Owner extends object>(owner: Owner, name: keyof Owner, value: object): Disposable {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  assert.ok(before);
  Object.defineProperty(owner, name, { configurable: true, writable: true, value });
  return { [Symbol.dispose]: () => void Object.defineProperty(owner, name, before) };
}
