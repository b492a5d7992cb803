// A stand-in for NDEFReader as https://w3c.github.io/web-nfc/ describes it, for browsers on computers, which have none.
// `nfc` is what a test holds in its hand: stickers, the switch of the phone, and what somebody answers when asked.
(() => {
  if (!window.isSecureContext || window.top !== window) return;
  const nfc = (window.nfc = {
    permission: "prompt",
    adapter: true,
    on: true,
    scanning: new Set(),
    asked: null,
    status: null,
    /** Somebody answers the question of the browser, or says something else later in its settings. */
    say(state) {
      const { asked } = nfc;
      nfc.permission = state;
      nfc.asked = null;
      asked?.();
      if (nfc.status) Object.defineProperty(nfc.status, "state", { value: state, configurable: true });
      nfc.status?.dispatchEvent(new Event("change"));
    },
    /** A sticker is held to the phone, whose page must be seen. */
    hold(serialNumber) {
      if (document.visibilityState !== "visible") return;
      for (const reader of nfc.scanning) reader.dispatchEvent(new NDEFReadingEvent("reading", { serialNumber }));
    },
    /** It was taken away too soon, or is of another kind. */
    fail() {
      for (const reader of nfc.scanning) reader.dispatchEvent(new Event("readingerror"));
    },
  });

  class NDEFReadingEvent extends Event {
    constructor(type, { serialNumber = "", message = { records: [] } }) {
      super(type);
      this.serialNumber = serialNumber;
      this.message = message;
    }
  }

  const refused = (name) => new DOMException("stand-in", name);

  window.NDEFReader = class NDEFReader extends EventTarget {
    async scan({ signal } = {}) {
      if (signal?.aborted) throw signal.reason;
      if (nfc.scanning.has(this)) throw refused("InvalidStateError");
      if (nfc.permission === "prompt") {
        if (!navigator.userActivation.isActive) throw refused("NotAllowedError");
        await new Promise((answered, aborted) => {
          nfc.asked = answered;
          signal?.addEventListener("abort", () => aborted(signal.reason));
        });
      }
      if (nfc.permission !== "granted") throw refused("NotAllowedError");
      if (!nfc.adapter) throw refused("NotSupportedError");
      if (!nfc.on) throw refused("NotReadableError");
      if (signal?.aborted) throw signal.reason;
      nfc.scanning.add(this);
      signal?.addEventListener("abort", () => nfc.scanning.delete(this));
    }
  };

  const query = navigator.permissions.query.bind(navigator.permissions);
  navigator.permissions.query = async (wanted) => {
    if (wanted.name !== "nfc") return query(wanted);
    nfc.status = Object.defineProperty(new EventTarget(), "state", { value: nfc.permission, configurable: true });
    return nfc.status;
  };
})();
