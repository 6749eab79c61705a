import { noChange } from 'lit';
import { directive, Directive, PartType } from 'lit/directive.js';
import type { ElementPart, PartInfo } from 'lit/directive.js';

type Places = Readonly<Record<string, string>>;

class StylePropertiesDirective extends Directive {
  #previous: Places = {};

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error('placed() belongs on an element.');
  }

  /** Never called in a page; defines the parameters of the directive. */
  render(places: Places): typeof noChange {
    this.#previous = places;
    return noChange;
  }

  override update(part: ElementPart, [places]: [Places]): typeof noChange {
    if (!(part.element instanceof HTMLElement)) return noChange;
    for (const [property, value] of Object.entries(places)) {
      if (this.#previous[property] !== value) part.element.style.setProperty(property, value);
    }
    this.#previous = places;
    return noChange;
  }
}

/** Sets style properties through the DOM, because the CSP of the page forbids style attributes. */
export const styleProperties = directive(StylePropertiesDirective);
