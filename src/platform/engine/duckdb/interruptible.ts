import type { DuckDBConnection } from '@duckdb/node-api';

const interruptMilliseconds = 20;

/** Runs a statement, which the signal interrupts. */
export async function interruptible<T>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  statement: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  let repetition: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    connection.interrupt();
    // An interrupt before the statement has started is lost, so it is repeated until the statement has ended.
    repetition ??= setInterval(interrupt, interruptMilliseconds);
  };
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    return await statement();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', interrupt);
    clearInterval(repetition);
  }
}
