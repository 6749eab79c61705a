import { printString } from '../language/printExpression';
import defaults from './defaultSources.json';
import { emptyMapping } from './mappingFile';
import type { MappedSource, SigmaMapping } from './mappingFile';

/**
 * The built-in mapping: a table for each product or category under its common name, Windows events by channel
 * and event ID, and unchanged field names.
 */
export function defaultMapping(): SigmaMapping {
  return {
    ...emptyMapping,
    sources: [
      ...windowsCategories(),
      ...Object.entries(defaults.windowsChannels).map(([service, channels]) =>
        windowsSource({ service }, inChannels(channels)),
      ),
      source({ product: 'windows', service: 'iis' }, 'web'),
      // The last of equally specific sources wins: a product is more specific than a category.
      ...Object.entries(defaults.services).map(([service, table]) => source({ service }, table)),
      ...Object.entries(defaults.categories).map(([category, table]) => source({ category }, table)),
      ...Object.entries(defaults.products).map(([product, table]) => source({ product }, table)),
      windowsSource({}, undefined),
    ],
    duration: '1d',
  };
}

type SourceKeys = Partial<Pick<MappedSource, 'product' | 'category' | 'service'>>;

function source(keys: SourceKeys, table: string, condition?: string): MappedSource {
  return { ...keys, tables: [table], condition, fields: {}, values: {} };
}

function windowsSource(keys: SourceKeys, condition: string | undefined): MappedSource {
  return source({ product: 'windows', ...keys }, 'windows', condition);
}

function windowsCategories(): readonly MappedSource[] {
  return defaults.windowsEvents.flatMap(({ channels, categories }) =>
    Object.entries(categories).map(([category, numbers]) => {
      const [first] = numbers;
      const isEvent =
        numbers.length === 1 ? `EventID == ${first ?? 0}` : `in(EventID, ${numbers.join(', ')})`;
      return windowsSource({ category }, `${inChannels(channels)} and ${isEvent}`);
    }),
  );
}

function inChannels(channels: readonly string[]): string {
  const [first = ''] = channels;
  return channels.length === 1
    ? `Channel == ${printString(first)}`
    : `in(Channel, ${channels.map(printString).join(', ')})`;
}
