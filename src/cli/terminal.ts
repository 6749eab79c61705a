/** Where a command writes: its result to one stream, everything else to the other. */
export interface Terminal {
  /** A line of the result. */
  print(line: string): void;
  /** A line for the person who watches. */
  note(line: string): void;
  /** The text in a colour, where the stream for notes shows colours. */
  paint(colour: Colour, text: string): string;
}

type Colour = 'red' | 'yellow' | 'dim';

const codes: Readonly<Record<Colour, number>> = { red: 31, yellow: 33, dim: 2 };

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
  const showsColours = errors.isTTY === true && (noColour === undefined || noColour === '');
  return {
    print: (line) => {
      output.write(`${line}\n`);
    },
    note: (line) => {
      errors.write(`${line}\n`);
    },
    paint: (colour, text) => (showsColours ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text),
  };
}
