import { hideValues } from '../../src/core/privacy/hiddenValues';
import { Masker } from '../../src/core/privacy/masker';

/** Hides sensitive values until the end of the block. */
export function hiddenValues(masker = new Masker()): Disposable {
  hideValues(masker);
  return { [Symbol.dispose]: () => hideValues(undefined) };
}
