package org.quire.workflows.callback;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** POSTs a callback as OCR-D's PYResultMessage; anything but a 2xx answer is an exception, and the retry policy decides. */
@ActivityInterface
public interface CallbackDelivery {

    @ActivityMethod(name = "PostCallback")
    void post(Callback callback);
}
