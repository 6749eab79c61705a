/**
 * The defaults, limits and choices of the settings, as a module of the extension: the manifest alone says them.
 * @param {{ properties: Record<string, { type: string, default: unknown, minimum?: number, maximum?: number, enum?: string[] }> }} configuration
 */
export function settingValues({ properties }) {
  const entries = Object.entries(properties).flatMap(
    ([id, { default: initial, minimum, maximum, enum: choices }]) => {
      const limited = minimum === undefined ? choices && { choices } : { minimum, maximum };
      return limited === undefined ? [] : [[id.replace('logbench.', ''), { default: initial, ...limited }]];
    },
  );
  return `// Written by npm run docs from package.json.
export const settingValues = ${JSON.stringify(Object.fromEntries(entries))} as const;
`;
}
