import type { Environment } from './environment';

export const assistantAccesses = ['off', 'metadata', 'read'] as const;

/**
 * What assistants may have of a platform: nothing; names, definitions and states; or also the rows of logs, masked.
 */
export type AssistantAccess = (typeof assistantAccesses)[number];

/** Where nobody has decided: nothing of a production system. */
export function usualAssistantAccess(environment: Environment): AssistantAccess {
  return environment === 'production' ? 'off' : 'metadata';
}
