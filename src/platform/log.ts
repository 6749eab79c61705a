/** Where the platform tells its operator about failures of its own. */
export type Log = (message: string, error?: unknown) => void;
