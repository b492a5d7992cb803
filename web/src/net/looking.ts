/** Pages that nobody tells anything look by themselves: at once, and again and again until they are left. */
export function looking(look: () => unknown, ms: number): () => void {
  const again = () => void look(); // a timer hands over what nobody asked for
  again();
  const timer = setInterval(again, ms);
  return () => clearInterval(timer);
}
