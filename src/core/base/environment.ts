import { t } from './localize';

export const environments = ['production', 'staging', 'development', 'local'] as const;

export type Environment = (typeof environments)[number];

export function environmentLabel(environment: Environment): string {
  const labels = {
    production: t('Production'),
    staging: t('Staging'),
    development: t('Development'),
    local: t('Local'),
  };
  return labels[environment];
}

export const assistantAccesses = ['off', 'metadata', 'read'] as const;

/** What assistants may read of a platform: nothing; names, definitions and states; or also log rows, masked. */
export type AssistantAccess = (typeof assistantAccesses)[number];

/** The default: assistants cannot read production systems. */
export function defaultAssistantAccess(environment: Environment): AssistantAccess {
  return environment === 'production' ? 'off' : 'metadata';
}
