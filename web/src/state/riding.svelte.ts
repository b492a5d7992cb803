/** The throw instead of which somebody is about to ride on a ticket: while that is so, the track lights up for it. */
export class Riding {
  /** The id of the question, null if nobody is about to. */
  question = $state<string | null>(null);
  /** The space that was tapped for a question that asks for one; it is chosen on the track and confirmed there. */
  tapped = $state.raw<{ question: string; space: number } | null>(null);
}

export const riding = new Riding();
