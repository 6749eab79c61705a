import ts from 'typescript';
import { nodesIn } from './translations';

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

/**
 * Finds text for users that does not pass through `t`: in properties such as `label`, in tree items, and between the
 * tags of templates. The messages of the platform are data and its log is English; the catalog has both languages.
 */
export function findUntranslated(): string[] {
  const found: string[] = [];
  for (const { node, location } of nodesIn(['src/extension/features', 'src/extension/ui', 'media'])) {
    const text = literalText(node);
    if (text !== undefined && !samples.includes(text)) found.push(`${location()} ${JSON.stringify(text)}`);
  }
  return found;
}

function literalText(node: ts.Node): string | undefined {
  if (ts.isPropertyAssignment(node))
    return readProperties.has(node.name.getText()) ? textIn(node.initializer) : undefined;
  if (ts.isNewExpression(node) && /(^|\.)TreeItem$/.test(node.expression.getText()))
    return node.arguments?.slice(0, 1).map(textIn)[0];
  if (
    ts.isCallExpression(node) &&
    /\.show(Information|Warning|Error)Message$/.test(node.expression.getText())
  )
    return node.arguments.map(textIn).find((text) => text !== undefined);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html')
    return templateText(node.template);
  return undefined;
}

/** Text in a literal: capitalized or several words, to exclude IDs and icon names. */
function textIn(expression: ts.Expression): string | undefined {
  const text = ts.isStringLiteralLike(expression)
    ? expression.text
    : ts.isTemplateExpression(expression)
      ? [expression.head, ...expression.templateSpans.map(({ literal }) => literal)]
          .map(({ text: part }) => part)
          .join(' ')
      : '';
  return /\p{Lu}\p{Ll}+(?!\w)|\p{L}{2,} \p{L}{2,}/u.test(text) ? text : undefined;
}

function templateText(template: ts.TemplateLiteral): string | undefined {
  const text = ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : template.head.text + template.templateSpans.map(({ literal }) => `\${}${literal.text}`).join('');
  const between = text.replace(/<[^>]*>/g, '\u0000').replace(/\$\{\}/g, '');
  const written = between.split('\u0000').find((part) => /\p{L}{2}/u.test(part));
  return written?.trim() ?? readAttributes.exec(text)?.[0].trim();
}
