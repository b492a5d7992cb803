/** The line along the colour of a group, by dash and gap where a space is one wide: it is known without its colour. */
export const RAILS: Readonly<Record<string, string>> = {
  brown: "none",
  lightblue: "0.094 0.094",
  pink: "0.28 0.38",
  orange: "0.19 0.185",
  red: "0 0.28 0.38 9",
  yellow: "0 0.1 0.19 0.36 0.19 9",
  green: "0.03 0.04",
  darkblue: "0.37 0.2",
  station: "0 0.375 0.19 9",
  utility: "0.1 0.74",
};
