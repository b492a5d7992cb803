/** Pages that get no news poll: at once, and again and again until they are left. */
export function looking(look: () => unknown, ms: number): () => void {
  const again = () => void look(); // a timer passes an argument that nobody asked for
  again();
  const timer = setInterval(again, ms);
  return () => clearInterval(timer);
}
