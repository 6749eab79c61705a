/** Logs failures of the platform for its operator. */
export type Log = (message: string, error?: unknown) => void;
