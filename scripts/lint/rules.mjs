/** For every file, including scripts and pages, besides the rules that oxlint calls `correctness`. */
export const javascriptRules = {
  ...errors(
    'import/consistent-type-specifier-style import/no-cycle import/no-duplicates no-array-constructor ' +
      'no-empty-function no-useless-constructor no-var prefer-const prefer-rest-params prefer-spread',
  ),
  // Control characters are matched on purpose, and short arrays are spread to keep arguments on one line.
  'no-control-regex': 'off',
  'unicorn/no-useless-spread': 'off',
  // TypeScript finds those, and knows that `??=` reads.
  'no-unused-private-class-members': 'off',
  complexity: ['error', 10],
  eqeqeq: ['error', 'always', { null: 'ignore' }],
};

/** What typescript-eslint calls strict and stylistic, with types. */
const strict =
  'ban-ts-comment no-confusing-void-expression no-deprecated no-dynamic-delete no-empty-object-type ' +
  'no-explicit-any no-extraneous-class no-invalid-void-type no-misused-promises no-mixed-enums no-namespace ' +
  'no-non-null-asserted-nullish-coalescing no-non-null-assertion no-require-imports ' +
  'no-unnecessary-boolean-literal-compare no-unnecessary-condition no-unnecessary-template-expression ' +
  'no-unnecessary-type-arguments no-unnecessary-type-assertion no-unnecessary-type-constraint ' +
  'no-unnecessary-type-conversion no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment ' +
  'no-unsafe-call no-unsafe-enum-comparison no-unsafe-function-type no-unsafe-member-access ' +
  'no-unsafe-return only-throw-error prefer-literal-enum-member prefer-promise-reject-errors ' +
  'prefer-reduce-type-parameter prefer-return-this-type related-getter-setter-pairs require-await ' +
  'restrict-plus-operands unified-signatures use-unknown-in-catch-callback-variable';
const stylistic =
  'adjacent-overload-signatures array-type ban-tslint-comment class-literal-property-style ' +
  'consistent-generic-constructors consistent-indexed-object-style consistent-type-assertions ' +
  'consistent-type-definitions dot-notation no-confusing-non-null-assertion no-inferrable-types ' +
  'non-nullable-type-assertion-style prefer-find prefer-for-of prefer-function-type prefer-includes ' +
  'prefer-nullish-coalescing prefer-optional-chain prefer-regexp-exec prefer-string-starts-ends-with';

export const typescriptRules = {
  ...errors(`${strict} ${stylistic} consistent-type-imports explicit-module-boundary-types`, 'typescript/'),
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
  // `() => close()` is how VS Code's own code writes a callback, and types still reject a value that is used.
  'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
  'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

/**
 * @param {string} names
 * @param {string} [plugin]
 */
function errors(names, plugin = '') {
  return Object.fromEntries(names.split(' ').map((name) => [`${plugin}${name}`, 'error']));
}
