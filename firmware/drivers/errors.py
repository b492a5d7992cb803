"""What a driver raises, apart from the drivers so that those who only catch it need no hardware."""


class ReaderFault(Exception):
    """A reader does not do its job; `what` is the key of the `fault` report. It says nothing about tags."""

    def __init__(self, what):
        super().__init__(what)
        self.what = what
