/** Where a command writes: its result to one stream, everything else to the other. */
export interface Terminal {
  /** A line of the result, in a colour where its stream shows colours. */
  print(line: string, colour?: Colour): void;
  /** A line for the person who watches, likewise. */
  note(line: string, colour?: Colour): void;
  /** The text in a colour, where the stream for notes shows colours. */
  paint(colour: Colour, text: string): string;
}

export type Colour = 'red' | 'yellow' | 'green' | 'dim';

const codes: Readonly<Record<Colour, number>> = { red: 31, yellow: 33, green: 32, dim: 2 };

interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** See https://no-color.org: any value of NO_COLOR switches colours off. */
export function openTerminal(
  output: Stream,
  errors: Stream,
  environment: Readonly<Record<string, string | undefined>>,
): Terminal {
  const noColour = environment['NO_COLOR'];
  const isAllowed = noColour === undefined || noColour === '';
  const painting =
    (stream: Stream) =>
    (text: string, colour: Colour | undefined): string =>
      isAllowed && stream.isTTY === true && colour !== undefined
        ? `\u001b[${codes[colour]}m${text}\u001b[0m`
        : text;
  const [inResult, inNotes] = [painting(output), painting(errors)];
  return {
    print: (line, colour) => {
      output.write(`${inResult(line, colour)}\n`);
    },
    note: (line, colour) => {
      errors.write(`${inNotes(line, colour)}\n`);
    },
    paint: (colour, text) => inNotes(text, colour),
  };
}
