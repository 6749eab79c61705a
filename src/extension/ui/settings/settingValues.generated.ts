// Written by npm run generate from package.json.
export const settingValues = {
  'request.timeout': { default: 30, minimum: 1, maximum: 3600 },
  'explorer.pageSize': { default: 200, minimum: 10, maximum: 5000 },
  'queryStatus.interval': { default: 1000, minimum: 200, maximum: 60000 },
  confirmation: { default: 'typeName', choices: ['typeName', 'button'] },
  'assistant.localPlatform': { default: 'metadata', choices: ['off', 'metadata', 'read'] },
  'notify.failures': { default: 'badge', choices: ['off', 'badge', 'message'] },
  'results.placement': { default: 'beside', choices: ['beside', 'below'] },
} as const;
