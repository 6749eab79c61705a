import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { SigmaImportView } from '../../src/shared/protocol/sigmaImport';
import { choiceField } from '../elements/choiceField';
import { valueOf } from '../elements/controls';
import { choicesOf } from './listedRules';
import type { ListedRule } from './listedRules';
import { stateText } from './ruleColumns';
import '../elements/textField';

type Selected = 'levels' | 'products' | 'techniques' | 'states';

/** The filters of rules; each change applies immediately. */
export function ruleFilters(
  rules: readonly ListedRule[],
  view: SigmaImportView,
  change: (change: Partial<SigmaImportView>) => void,
): TemplateResult {
  const { levels, products, techniques } = choicesOf(rules);
  const plain = (values: readonly string[]): readonly (readonly [string, string])[] =>
    values.map((value) => [value, value]);
  const choices = (
    name: string,
    field: Selected,
    values: readonly (readonly [value: string, label: string])[],
  ): TemplateResult => choiceField(name, values, view[field], (selected) => change({ [field]: selected }));
  return html`<form class="filters" role="search" @submit=${(event: Event) => event.preventDefault()}>
    <label class="field word"
      ><span>${t('Title or file')}</span>
      <vscode-textfield
        .label=${t('Title or file')}
        .value=${view.text}
        @input=${(event: Event) => change({ text: valueOf(event) })}
      ></vscode-textfield
    ></label>
    ${choices(
      t('State'),
      'states',
      (['ready', 'mapping', 'rejected'] as const).map((state) => [state, stateText({ state })]),
    )}
    ${choices(t('Level'), 'levels', plain(levels))} ${choices(t('Product'), 'products', plain(products))}
    ${choices(t('Technique'), 'techniques', plain(techniques))}
  </form>`;
}
