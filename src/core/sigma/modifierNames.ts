import { t } from '../base/localize';
import { reject } from './sigmaRejection';

/** Every modifier of the specification. */
const modifierNames = [
  ...['all', 'startswith', 'endswith', 'contains', 'exists', 'cased', 'neq', 'windash', 're', 'i', 'm', 's'],
  ...['base64', 'base64offset', 'utf16le', 'utf16be', 'utf16', 'wide', 'lt', 'lte', 'gt', 'gte'],
  ...['minute', 'hour', 'day', 'week', 'month', 'year', 'cidr', 'expand', 'fieldref'],
] as const;

export type ModifierName = (typeof modifierNames)[number];

/** The modifiers in the key of an item. A combination in which one of them would not count is rejected. */
export function readModifiers(
  field: string,
  names: readonly string[],
  line: number,
): readonly ModifierName[] {
  const modifiers = names.map((name) => readModifier(name, line));
  const ofFields = field === '' ? modifiers.find((name) => onlyOfFields.includes(name)) : undefined;
  if (ofFields) reject(t('The modifier “{0}” requires a field.', ofFields), line);
  const wrong = [...combinable.map((entry) => wrongBeside(modifiers, entry)), contradiction(modifiers)];
  for (const [one, other] of wrong) {
    if (one === undefined || other === undefined) continue;
    reject(t('The modifiers “{0}” and “{1}” cannot be combined.', one, other), line);
  }
  return modifiers;
}

/** The modifier of a group and one that it cannot be combined with. */
function wrongBeside(modifiers: Names, [group, others]: Combinable): Names {
  const [first, second] = modifiers.filter((name) => group.includes(name));
  if (first === undefined) return [];
  return [
    first,
    ...[second ?? modifiers.find((name) => name !== first && !others.includes(name)) ?? []].flat(),
  ];
}

function contradiction(modifiers: Names): Names {
  // A value with both is found anywhere; a field is compared once.
  if (modifiers.includes('fieldref')) return modifiers.filter((name) => positions.includes(name));
  return modifiers.filter((name) => name === 'i' || name === 'cased');
}

function readModifier(name: string, line: number): ModifierName {
  const standard = modifierNames.find((candidate) => candidate === name);
  return standard ?? reject(t('Unknown modifier “{0}”.', name), line);
}

type Names = readonly ModifierName[];
type Combinable = readonly [group: Names, others: Names];

const general: Names = ['all', 'neq'];
const positions: Names = ['startswith', 'endswith', 'contains'];
const comparisons: Names = ['lt', 'lte', 'gt', 'gte'];
const timeParts: Names = ['minute', 'hour', 'day', 'week', 'month', 'year'];

/** Keywords are found anywhere in a row, which has no start, number or time. */
const onlyOfFields: Names = [
  ...(['startswith', 'endswith', 'exists', 'cidr', 'fieldref'] as const),
  ...comparisons,
  ...timeParts,
];

/** Modifiers of which an item has one, with those that it may have besides. */
const combinable: readonly Combinable[] = [
  // A regular expression that is anchored by a modifier is rejected with its own reason.
  [['re'], [...general, ...positions, 'i', 'm', 's', 'cased']],
  [['cidr'], general],
  // Its negation would require a value and that there is none.
  [['exists'], ['all']],
  [['fieldref'], [...general, ...positions, 'cased']],
  // Each of its dashes would have an encoding of its own.
  [['windash'], [...general, ...positions, 'cased', 'expand']],
  [comparisons, [...general, ...timeParts]],
  [timeParts, [...general, ...comparisons]],
];
