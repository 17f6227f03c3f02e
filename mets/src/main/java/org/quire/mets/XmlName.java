package org.quire.mets;

/** A qualified name; the prefix is empty if it has none. */
record XmlName(String qualified, String prefix, String local) {

    static XmlName of(String qualified) {
        int colon = qualified.indexOf(':');
        return new XmlName(qualified, colon < 0 ? "" : qualified.substring(0, colon), qualified.substring(colon + 1));
    }

    /** The names of one document: a book has a hundred different ones, a hundred thousand times each. */
    static final class Pool {

        private static final int SLOTS = 1 << 10;

        private final XmlBytes text;
        private final XmlName[] names = new XmlName[SLOTS];

        Pool(XmlBytes text) {
            this.text = text;
        }

        XmlName name(long from, long to) {
            int slot = text.hash(from, to) & (SLOTS - 1);
            XmlName known = names[slot];
            // Names beyond ASCII are longer in bytes than in characters, and are made anew.
            if (known != null && known.qualified.length() == to - from && text.startsWith(known.qualified, from)) {
                return known;
            }
            XmlName made = of(text.text(from, to));
            names[slot] = made;
            return made;
        }
    }
}
