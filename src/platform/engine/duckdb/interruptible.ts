import type { DuckDBConnection } from '@duckdb/node-api';

const interruptMilliseconds = 20;

/** Runs a statement of the connection, which the signal ends. */
export async function interruptible<T>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  statement: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  let repetition: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    connection.interrupt();
    // An interrupt that comes before the statement has begun is lost, so it is repeated until it has ended.
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
