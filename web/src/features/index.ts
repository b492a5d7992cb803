/** All features. Without its line and its folder each is gone, and the other pages are as they were. */
export { club } from "./club"; // the pages of a club with several tables, calling for help there
export { sums } from "./sums"; // what children work out before they pay
export { stickers } from "./stickers"; // phones that read the stickers of a board
export { bedtime } from "./bedtime"; // an end that is agreed on while playing
export { shelf } from "./shelf"; // stored games to go on with, to name, to put away, to delete
export { evening } from "./evening"; // the story of a game, told again step by step; the hall of fame
export { exporting } from "./export"; // games as tables for a spreadsheet
export { laboratory } from "./laboratory"; // house rules tried out by computers
export { odds } from "./odds"; // who is winning, how long it takes, advice, why it ended so
export { workshop } from "./workshop"; // boards that a family makes itself
export { printing } from "./printing"; // boards and cards on paper
export { camera } from "./camera"; // a camera that sees the board, set up on a page
export { device } from "./device"; // the electronics laid open
export { helpfile } from "./helpfile"; // what somebody needs who finds out what went wrong
export { look } from "./look"; // all parts in all their states, side by side
export { program } from "./program"; // which version this is, and its end
export { trust } from "./trust"; // how a device comes to trust the hub
export { hotspot } from "./hotspot"; // how phones join the hub's own Wi-Fi, and the hub that of the house
