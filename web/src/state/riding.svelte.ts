/** The throw instead of which somebody is about to ride on a ticket: while that is so, the track lights up for it. */
export class Riding {
  /** The id of the question, null if nobody is about to. */
  question = $state<string | null>(null);
}

export const riding = new Riding();
