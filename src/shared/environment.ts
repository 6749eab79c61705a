export const environments = ['production', 'staging', 'development', 'local'] as const;

export type Environment = (typeof environments)[number];
