/** Replaces a part of VS Code until the end of the scope: what it is called with cannot be read otherwise. */
export function replacing<Owner extends object>(owner: Owner, name: keyof Owner, value: unknown): Disposable {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { configurable: true, writable: true, value });
  return {
    [Symbol.dispose]: () => {
      if (before === undefined) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, before);
    },
  };
}

/** Several that end together. */
export function together(...all: readonly Disposable[]): Disposable {
  return {
    [Symbol.dispose]: () => {
      for (const one of all) one[Symbol.dispose]();
    },
  };
}
