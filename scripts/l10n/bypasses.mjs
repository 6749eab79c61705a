import ts from 'typescript';
import { locationOf, sourceFiles } from './sentences.mjs';

/** Properties with text for users, in VS Code and in the pages. */
const readProperties = new Set(
  'label title message detail description tooltip placeholder placeHolder prompt openLabel saveLabel'.split(
    ' ',
  ),
);
const readAttributes =
  /\s(?:aria-label|aria-description|title|placeholder|label|alt)="[^"$]*\p{L}{2}[^"$]*"/u;

/** Examples of query and time formats, which are not translated. */
const samples = ['table duration=1h …', 'placeholder="yyyy-MM-dd HH:mm:ssZ"'];

/** The messages of the platform are data and its log is English; the catalog contains both languages. */
const folders = ['src/features', 'src/ui', 'media'];

/**
 * Finds text for users that does not pass through `t`: in properties such as `label`, in tree items, and
 * between the tags of templates.
 * @returns {string[]}
 */
export function findBypasses() {
  /** @type {string[]} */
  const found = [];
  for (const source of sourceFiles(folders)) {
    /** @param {ts.Node} node */
    const visit = (node) => {
      const text = literalText(node);
      if (text !== undefined && !samples.includes(text))
        found.push(`${locationOf(source, node)} ${JSON.stringify(text)}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

/**
 * @param {ts.Node} node
 * @returns {string | undefined}
 */
function literalText(node) {
  if (ts.isPropertyAssignment(node)) return propertyText(node);
  if (ts.isNewExpression(node) && /(^|\.)TreeItem$/.test(node.expression.getText()))
    return node.arguments?.[0] && literalArgument(node.arguments[0]);
  if (
    ts.isCallExpression(node) &&
    /\.show(Information|Warning|Error)Message$/.test(node.expression.getText())
  )
    return node.arguments.map(literalArgument).find((text) => text !== undefined);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html') return templateText(node);
  return undefined;
}

/**
 * @param {ts.PropertyAssignment} node
 * @returns {string | undefined}
 */
function propertyText({ name, initializer }) {
  return ts.isIdentifier(name) && readProperties.has(name.text) ? literalArgument(initializer) : undefined;
}

/**
 * Text in a literal: capitalized or several words, to exclude IDs and icon names.
 * @param {ts.Expression} expression
 * @returns {string | undefined}
 */
function literalArgument(expression) {
  const text = ts.isStringLiteralLike(expression)
    ? expression.text
    : ts.isTemplateExpression(expression)
      ? [expression.head, ...expression.templateSpans.map(({ literal }) => literal)]
          .map(({ text: part }) => part)
          .join(' ')
      : '';
  return /\p{Lu}\p{Ll}+(?!\w)|\p{L}{2,} \p{L}{2,}/u.test(text) ? text : undefined;
}

/**
 * @param {ts.TaggedTemplateExpression} node
 * @returns {string | undefined}
 */
function templateText({ template }) {
  const text = ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : template.head.text + template.templateSpans.map(({ literal }) => `\${}${literal.text}`).join('');
  const between = text.replace(/<[^>]*>/g, '\u0000').replace(/\$\{\}/g, '');
  const written = between.split('\u0000').find((part) => /\p{L}{2}/u.test(part));
  return written?.trim() ?? readAttributes.exec(text)?.[0].trim();
}
