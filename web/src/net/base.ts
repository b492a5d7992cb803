/**
 * Where the pages of this table lie. At home they have the hub to themselves; in a club each table has a path of its
 * own, `/t/NAME`, before everything that is asked of it.
 */
const OF_TABLE = /^\/t\/[a-z0-9_]+(?=\/|$)/;

export const baseOf = (pathname: string): string => OF_TABLE.exec(pathname)?.[0] ?? "";

/** The path of something of this table. */
export const at = (path: string): string => baseOf(location.pathname) + path;
