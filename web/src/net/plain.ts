/** Hub and pages speak JSON alone: what the client would do about binary parts of it (see vite.config.ts). */
const none = (): never => {
  throw new Error("binary parts are not spoken here");
};

export const isBinary = (): boolean => false;
export const hasBinary = isBinary;
export const deconstructPacket = none;
export const reconstructPacket = none;
