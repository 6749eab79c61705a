import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buildParserFile } from '@lezer/generator';

describe('The grammar', () => {
  it('matches the generated parser', () => {
    const read = (name: string): string => readFileSync(`src/language/${name}`, 'utf8');
    const { parser, terms } = buildParserFile(read('query.grammar'), {
      fileName: 'src/language/query.grammar',
      typeScript: true,
    });

    assert.equal(read('grammar.generated.ts'), parser, 'run npm run generate');
    assert.equal(read('grammar.generated.terms.ts'), terms, 'run npm run generate');
  });
});
