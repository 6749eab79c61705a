import { noChange } from 'lit';
import { directive, Directive } from 'lit/directive.js';
import type { ElementPart } from 'lit/directive.js';

type Properties = Readonly<Record<string, string>>;

class StylePropertiesDirective extends Directive {
  #previous: Properties = {};

  /** Never called in a page; defines the parameters of the directive. */
  render(properties: Properties): typeof noChange {
    this.#previous = properties;
    return noChange;
  }

  override update(part: ElementPart, [properties]: [Properties]): typeof noChange {
    if (!(part.element instanceof HTMLElement)) return noChange;
    for (const [property, value] of Object.entries(properties)) {
      if (this.#previous[property] !== value) part.element.style.setProperty(property, value);
    }
    this.#previous = properties;
    return noChange;
  }
}

/** Sets style properties through the DOM, because the CSP of the page forbids style attributes. */
export const styleProperties = directive(StylePropertiesDirective);
